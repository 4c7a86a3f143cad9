// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.imap;

import java.util.Arrays;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.mail.delivery.CopyIdentity;
import org.plateaubench.plugin.mail.failure.MailError;
import org.plateaubench.plugin.mail.failure.MailFailure;

/**
 * What one user's mail program knows of a folder: its newest messages, and how many there are in all. It outlives
 * connections, and holds what servers say against what they said before.
 *
 * <p>Messages known are the last ones of the folder without a gap; each takes 13 bytes. One thread at a time.
 */
public final class Mailbox {
    /** Bit of {@link #flags} beside those of {@link Flag}: the message bears a token that is counted. */
    private static final int TOKEN = 1 << 6;

    private static final int FLAGS = TOKEN - 1;
    private static final int FIRST_ROOM = 16;

    private final String folder;
    private final int limit;
    private final Predicate<String> counted;

    private long uidValidity = -1;
    private long uidNext = -1;
    private long modSequence = -1;
    private int exists;
    /** How many messages of the folder are older than those known. */
    private int older;
    /** How many are known. */
    private int known;
    /** Whether what is known must be asked anew. */
    private boolean outdated = true;

    private boolean removing;

    private int[] uids = new int[0];
    private int[] sizes = new int[0];
    private byte[] flags = new byte[0];
    private int[] tokens = new int[0];
    private @Nullable String wrong;

    /**
     * Nothing is known at first.
     *
     * @param folder its name
     * @param limit how many of the newest messages are kept in mind; at least 1
     * @param counted which tokens {@link #bearsToken} tells of, such as those of this run
     */
    public Mailbox(String folder, int limit, Predicate<String> counted) {
        this.folder = folder;
        this.limit = limit;
        this.counted = counted;
    }

    /** Its name. */
    public String folder() {
        return folder;
    }

    /** How many messages there are, known or not. */
    public int exists() {
        return exists;
    }

    /** How many messages are known: {@link #uid} and the like take an index from 0, the oldest, to one less. */
    public int known() {
        return known;
    }

    /** What a message is called. */
    public long uid(int index) {
        return Integer.toUnsignedLong(uids[index]);
    }

    /** How long a message is. */
    public long sizeBytes(int index) {
        return Integer.toUnsignedLong(sizes[index]);
    }

    /** Its flags, as far as is known, for {@link Flag#in}. */
    public int flags(int index) {
        return flags[index] & FLAGS;
    }

    /** Whether it bears a token that is counted. */
    public boolean bearsToken(int index) {
        return (flags[index] & TOKEN) != 0;
    }

    /** The {@link CopyIdentity#hash} of the token that a message bears which is counted. */
    public int tokenHash(int index) {
        return tokens[index];
    }

    /** Where a message is; below 0 when it is not known. */
    public int indexOf(long uid) {
        int low = 0;
        int high = known - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            long found = uid(middle);
            if (found == uid) {
                return middle;
            }
            if (found < uid) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1;
    }

    /** The highest UID seen, or as good as that; 0 for none. */
    long lastUid() {
        return known == 0 ? Math.max(uidNext - 1, 0) : uid(known - 1);
    }

    long firstUid() {
        return known == 0 ? 1 : uid(0);
    }

    boolean outdated() {
        return outdated;
    }

    long modSequence() {
        return modSequence;
    }

    /** Whether there are messages that came after those known. */
    boolean behind() {
        return exists > older + known;
    }

    /** The first message, by its number in the folder, that is asked for when nothing is known. */
    int windowStart() {
        return Math.max(1, exists - limit + 1);
    }

    /** A message is being removed: until {@link #removed} nobody knows whether it was, should the connection be lost. */
    void removing() {
        removing = true;
    }

    void removed() {
        removing = false;
    }

    /** A folder is opened: what it says of itself is said anew. */
    void opening() {
        exists = 0;
    }

    /** A folder was opened. */
    void opened(long validity, long next, long highestModSequence) {
        if (uidValidity >= 0 && validity != uidValidity) {
            complain("UIDVALIDITY went from " + uidValidity + " to " + validity);
            outdated = true;
            uidNext = -1;
        }
        if (next >= 0 && next < uidNext) {
            complain("UIDNEXT went from " + uidNext + " back to " + next);
        }
        uidValidity = validity;
        uidNext = Math.max(uidNext, next);
        modSequence = highestModSequence;
        if (exists < older + known || removing) {
            // Or the last connection was lost while it removed one: then another may have come in its place.
            removing = false;
            // Another connection of the user's, or the server itself, has removed messages meanwhile.
            outdated = true;
        }
    }

    /** All is forgotten, and what is fetched from here on begins what is known. */
    void relearn() {
        known = 0;
        older = windowStart() - 1;
        outdated = false;
    }

    void existsNow(int count) {
        if (count < exists) {
            complain("EXISTS went from " + exists + " to " + count + " without EXPUNGE");
        }
        exists = count;
    }

    void expunged(int sequence) {
        if (sequence < 1 || sequence > exists) {
            complain("EXPUNGE of message " + sequence + " of " + exists);
            return;
        }
        exists--;
        int index = sequence - 1 - older;
        if (index < 0) {
            older--;
        } else if (index < known) {
            remove(index);
        }
    }

    private void remove(int index) {
        int after = known - index - 1;
        System.arraycopy(uids, index + 1, uids, index, after);
        System.arraycopy(sizes, index + 1, sizes, index, after);
        System.arraycopy(flags, index + 1, flags, index, after);
        System.arraycopy(tokens, index + 1, tokens, index, after);
        known--;
    }

    void fetched(Fetched message) {
        modSequence = modSequence < 0 ? -1 : Math.max(modSequence, message.modSequence);
        int index = message.sequence - 1 - older;
        if (index >= 0 && index < known) {
            if (message.uid >= 0 && message.uid != uid(index)) {
                complain("message " + message.sequence + " was UID " + uid(index) + " and is " + message.uid);
            }
            if (message.flags >= 0) {
                flags[index] = (byte) ((flags[index] & TOKEN) | message.flags);
            }
        } else if (message.uid >= 0 && message.sizeBytes >= 0 && !outdated) {
            learned(index, message);
        }
    }

    private void learned(int index, Fetched message) {
        if (index != known) {
            // Not in order, or moved by an EXPUNGE on its way.
            outdated = true;
            return;
        }
        if (known > 0 && message.uid <= uid(known - 1)) {
            complain("UID " + message.uid + " came after UID " + uid(known - 1));
            return;
        }
        makeRoom();
        uids[known] = (int) message.uid;
        sizes[known] = (int) message.sizeBytes;
        String token = message.token;
        boolean bearsToken = token != null && counted.test(token);
        flags[known] = (byte) (Math.max(message.flags, 0) | (bearsToken ? TOKEN : 0));
        tokens[known] = token != null && bearsToken ? CopyIdentity.hash(token) : 0;
        known++;
        uidNext = Math.max(uidNext, message.uid + 1);
    }

    private void makeRoom() {
        if (known == limit) {
            remove(0);
            older++;
        } else if (known == uids.length) {
            int room = Math.min(limit, Math.max(FIRST_ROOM, known + (known >> 2)));
            uids = Arrays.copyOf(uids, room);
            sizes = Arrays.copyOf(sizes, room);
            flags = Arrays.copyOf(flags, room);
            tokens = Arrays.copyOf(tokens, room);
        }
    }

    /** Something that a server must not say; told at the end of the command, when the connection is in order. */
    void complain(String what) {
        if (wrong == null) {
            wrong = what;
        }
        // Else the same would be wrong for ever after.
        outdated = true;
    }

    /** Throws what was wrong since the last time. */
    void judge() throws MailFailure {
        String complaint = wrong;
        if (complaint != null) {
            wrong = null;
            throw new MailFailure(MailError.WRONG_ANSWER, folder + ": " + complaint, false);
        }
    }
}
