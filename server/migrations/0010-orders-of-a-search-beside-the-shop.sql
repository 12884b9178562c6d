-- Without a transaction: what takes long is made beside the shop, which goes on selling. Each statement
-- ends where its line does, runs by itself, and may be repeated: after a stop in the middle they are
-- gone through once more.

call place_all_words();
