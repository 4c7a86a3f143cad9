// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.smtp;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.mail.failure.MailFailure;

/**
 * What became of a message, for each of its recipients by their place in {@link OutgoingMail#recipients}: also a message
 * that failed for one may be on its way to another. Written by the thread that sends, then read only.
 */
public final class Submitted {
    private final List<String> recipients;
    private final Fate[] fates;
    private final long[] acceptedNanos;
    private final @Nullable Answer[] answers;
    private @Nullable MailFailure failure;

    Submitted(OutgoingMail mail) {
        this.recipients = mail.recipients();
        this.fates = new Fate[recipients.size()];
        this.acceptedNanos = new long[recipients.size()];
        this.answers = new Answer[recipients.size()];
        Arrays.fill(fates, Fate.UNSENT);
    }

    /** What became of it for one recipient. */
    public enum Fate {
        /** The server has not taken it. */
        UNSENT,
        /** The server has taken it and answers for it. */
        ACCEPTED,
        /** The server will not take it for this recipient. */
        REFUSED,
        /** It was sent to the end, and no answer came: nobody knows. */
        UNCERTAIN
    }

    /** What became of it for the recipient of this place. */
    public Fate fate(int recipient) {
        return fates[recipient];
    }

    /** When the server said that it has taken it for this recipient; 0 when it has not. */
    public long acceptedNanos(int recipient) {
        return acceptedNanos[recipient];
    }

    /** How many recipients have this fate. */
    public int count(Fate fate) {
        int count = 0;
        for (Fate one : fates) {
            count += one == fate ? 1 : 0;
        }
        return count;
    }

    /** Why it is not accepted for all; null when it is. */
    public @Nullable MailFailure failure() {
        return failure;
    }

    void refused(int recipient, Answer answer) {
        fates[recipient] = answer.forNow() ? Fate.UNSENT : Fate.REFUSED;
        answers[recipient] = answer;
    }

    void accepted(int recipient, long nanos) {
        fates[recipient] = Fate.ACCEPTED;
        acceptedNanos[recipient] = nanos;
        answers[recipient] = null;
    }

    void uncertain(int recipient) {
        fates[recipient] = Fate.UNCERTAIN;
    }

    void failed(MailFailure reason) {
        if (failure == null) {
            failure = reason;
        }
    }

    /** Tells each recipient for whom it may be tried again. */
    void forEachUnsent(IntConsumer action) {
        for (int i = 0; i < fates.length; i++) {
            if (fates[i] == Fate.UNSENT) {
                action.accept(i);
            }
        }
    }

    boolean hasUnsent() {
        return count(Fate.UNSENT) > 0;
    }

    /** Calls what was refused by its first refusal; a refusal for good before one for now. */
    void conclude() {
        for (Fate fate : List.of(Fate.REFUSED, Fate.UNSENT)) {
            for (int i = 0; i < fates.length; i++) {
                Answer answer = answers[i];
                if (fates[i] == fate && answer != null) {
                    failed(answer.failure(recipients.get(i)));
                }
            }
        }
    }
}
