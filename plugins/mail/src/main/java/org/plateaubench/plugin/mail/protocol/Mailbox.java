// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.protocol;

import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.mail.connect.MailError;
import org.plateaubench.plugin.mail.connect.MailFailure;
import org.plateaubench.plugin.mail.model.CopyIdentity;

/**
 * The state of a folder in one user's mail program: its newest messages, and the number of all. It outlives
 * connections, and checks answers of servers for consistency with earlier ones.
 *
 * <p>The known messages are the last ones of the folder without a gap; each takes 13 bytes. Not thread-safe.
 */
public final class Mailbox {
    /** Bit of {@link #flags} in addition to those of {@link Flag}: the message has a token that is counted. */
    private static final int TOKEN = 1 << 6;

    private static final int FLAGS = TOKEN - 1;
    private static final int FIRST_CAPACITY = 16;

    private final String folder;
    private final int limit;
    private final Predicate<String> counted;

    private long uidValidity = -1;
    private long uidNext = -1;
    private long modSequence = -1;
    private int exists;
    /** Number of messages of the folder that are older than the known ones. */
    private int older;

    private int known;
    /** Whether the known state must be fetched again. */
    private boolean outdated = true;

    private boolean removing;

    private int[] uids = new int[0];
    private int[] sizes = new int[0];
    private byte[] flags = new byte[0];
    private int[] tokens = new int[0];
    private @Nullable String violation;

    /** Creates an empty state of at most {@code limit} messages; {@code counted} selects the tokens of {@link #hasToken}. */
    public Mailbox(String folder, int limit, Predicate<String> counted) {
        this.folder = folder;
        this.limit = limit;
        this.counted = counted;
    }

    public String folder() {
        return folder;
    }

    /** Returns the number of messages, known or not. */
    public int exists() {
        return exists;
    }

    /**
     * Returns the number of known messages: {@link #uid} and similar methods take an index from 0, the oldest, to one
     * less.
     */
    public int knownCount() {
        return known;
    }

    public long uid(int index) {
        return Integer.toUnsignedLong(uids[index]);
    }

    public long sizeBytes(int index) {
        return Integer.toUnsignedLong(sizes[index]);
    }

    public int flags(int index) {
        return flags[index] & FLAGS;
    }

    /** Returns whether it has a token that is counted. */
    public boolean hasToken(int index) {
        return (flags[index] & TOKEN) != 0;
    }

    /** Returns the {@link CopyIdentity#hash} of a message's token that is counted. */
    public int tokenHash(int index) {
        return tokens[index];
    }

    /** Returns the index of a message; below 0 when it is not known. */
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

    /** Returns the highest UID seen, or an equivalent bound; 0 for none. */
    public long lastUid() {
        return known == 0 ? Math.max(uidNext - 1, 0) : uid(known - 1);
    }

    long firstUid() {
        return known == 0 ? 1 : uid(0);
    }

    boolean isOutdated() {
        return outdated;
    }

    long modSequence() {
        return modSequence;
    }

    /** Returns whether there are messages newer than the known ones. */
    boolean hasNewMessages() {
        return exists > older + known;
    }

    /** Returns the number in the folder of the first message to fetch when none is known. */
    int windowStart() {
        return Math.max(1, exists - limit + 1);
    }

    /** Begins the removal of a message: until {@link #endRemoval} its state is unknown if the connection is lost. */
    void beginRemoval() {
        removing = true;
    }

    void endRemoval() {
        removing = false;
    }

    /** Resets the values that the server reports while opening the folder. */
    void beginOpen() {
        exists = 0;
    }

    /** Completes the opening of the folder. */
    void endOpen(long validity, long next, long highestModSequence) {
        if (uidValidity >= 0 && validity != uidValidity) {
            recordViolation("UIDVALIDITY went from " + uidValidity + " to " + validity);
            outdated = true;
            uidNext = -1;
        }
        if (next >= 0 && next < uidNext) {
            recordViolation("UIDNEXT went from " + uidNext + " back to " + next);
        }
        uidValidity = validity;
        uidNext = Math.max(uidNext, next);
        modSequence = highestModSequence;
        int missing = older + known - exists;
        if (missing > (removing ? removable() : 0)) {
            recordViolation(missing + " of " + (older + known) + " messages were missing when it was opened again");
            // So that this is reported once.
            known = 0;
            older = 0;
        }
        // If the last connection was lost during a removal, another message may have arrived in its place.
        outdated |= removing || missing > 0;
        removing = false;
    }

    /** Returns the most messages that a removal may have removed: all those that are marked as deleted. */
    private int removable() {
        int marked = 1;
        for (int index = 0; index < known; index++) {
            marked += Flag.DELETED.in(flags[index]) ? 1 : 0;
        }
        return marked;
    }

    /** Records a violation if a list of new messages lacks a message that was announced before the list was requested. */
    void requireListed(int announced) {
        if (!outdated && older + known < announced) {
            recordViolation(announced + " messages were announced and " + (older + known) + " listed");
        }
    }

    /**
     * Compares the answer of a search with the known messages: the messages in the answer must exist, and must include
     * each expected known message, and if the search is {@code exact} no other known message.
     */
    void checkSearch(String criteria, long[] answer, IntPredicate expected, boolean exact) {
        long[] uids = answer.clone();
        Arrays.sort(uids);
        for (long uid : uids) {
            int index = indexOf(uid);
            if (index < 0 && uid <= lastUid() && uid >= firstUid()) {
                recordViolation("SEARCH " + criteria + " found UID " + uid + ", which does not exist");
            } else if (exact && index >= 0 && !expected.test(index)) {
                recordViolation("SEARCH " + criteria + " found UID " + uid + ", which does not match");
            }
        }
        for (int index = 0; index < known; index++) {
            if (expected.test(index) && Arrays.binarySearch(uids, uid(index)) < 0) {
                recordViolation("SEARCH " + criteria + " did not find UID " + uid(index) + ", which matches");
            }
        }
    }

    /** Discards the known messages, before they are fetched again. */
    void reset() {
        known = 0;
        older = windowStart() - 1;
        outdated = false;
    }

    void setExists(int count) {
        if (count < exists) {
            recordViolation("EXISTS went from " + exists + " to " + count + " without EXPUNGE");
        }
        exists = count;
    }

    void expunged(int sequence) {
        if (sequence < 1 || sequence > exists) {
            recordViolation("EXPUNGE of message " + sequence + " of " + exists);
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

    void update(Fetched message) {
        modSequence = modSequence < 0 ? -1 : Math.max(modSequence, message.modSequence);
        int index = message.sequence - 1 - older;
        if (index >= 0 && index < known) {
            if (message.uid >= 0 && message.uid != uid(index)) {
                recordViolation("message " + message.sequence + " was UID " + uid(index) + " and is " + message.uid);
            }
            if (message.flags >= 0) {
                flags[index] = (byte) ((flags[index] & TOKEN) | message.flags);
            }
        } else if (message.uid >= 0 && message.sizeBytes >= 0 && !outdated) {
            add(index, message);
        }
    }

    private void add(int index, Fetched message) {
        if (index != known) {
            // Out of order, or shifted by a concurrent EXPUNGE.
            outdated = true;
            return;
        }
        if (known > 0 && message.uid <= uid(known - 1)) {
            recordViolation("UID " + message.uid + " came after UID " + uid(known - 1));
            return;
        }
        growIfFull();
        uids[known] = (int) message.uid;
        sizes[known] = (int) message.sizeBytes;
        String token = message.token;
        boolean hasToken = token != null && counted.test(token);
        flags[known] = (byte) (Math.max(message.flags, 0) | (hasToken ? TOKEN : 0));
        tokens[known] = token != null && hasToken ? CopyIdentity.hash(token) : 0;
        known++;
        uidNext = Math.max(uidNext, message.uid + 1);
    }

    private void growIfFull() {
        if (known == limit) {
            remove(0);
            older++;
        } else if (known == uids.length) {
            int capacity = Math.min(limit, Math.max(FIRST_CAPACITY, known + (known >> 2)));
            uids = Arrays.copyOf(uids, capacity);
            sizes = Arrays.copyOf(sizes, capacity);
            flags = Arrays.copyOf(flags, capacity);
            tokens = Arrays.copyOf(tokens, capacity);
        }
    }

    /**
     * Records a violation of the protocol, which is reported at the end of the command, when the connection is in a
     * valid state.
     */
    void recordViolation(String what) {
        if (violation == null) {
            violation = what;
        }
        // Otherwise the same violation would be reported forever.
        outdated = true;
    }

    /** Throws the first violation since the last call, if there is one. */
    void requireConsistent() throws MailFailure {
        String recorded = violation;
        if (recorded != null) {
            violation = null;
            throw new MailFailure(MailError.WRONG_ANSWER, folder + ": " + recorded, false);
        }
    }
}
