// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.protocol;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.mail.connect.MailFailure;
import org.plateaubench.plugin.mail.protocol.SmtpConnection.Reply;

/**
 * The fate of a message for each recipient, by the index in {@link OutgoingMail#recipients}: a message that failed for
 * one may be in transit to another. Written by the sending thread, read-only afterwards.
 */
public final class Submitted {
    private final List<String> recipients;
    private final Fate[] fates;
    private final long[] acceptedNanos;
    private final @Nullable Reply[] replies;
    private @Nullable MailFailure failure;

    Submitted(OutgoingMail mail) {
        this.recipients = mail.recipients();
        this.fates = new Fate[recipients.size()];
        this.acceptedNanos = new long[recipients.size()];
        this.replies = new Reply[recipients.size()];
        Arrays.fill(fates, Fate.UNSENT);
    }

    public enum Fate {
        UNSENT,
        /** The server has accepted it and is responsible for it. */
        ACCEPTED,
        REFUSED,
        /** It was sent completely without a reply: its fate is unknown. */
        UNCERTAIN
    }

    public Fate fate(int recipient) {
        return fates[recipient];
    }

    /** Returns when the server accepted it for this recipient; 0 when it has not. */
    public long acceptedNanos(int recipient) {
        return acceptedNanos[recipient];
    }

    public int count(Fate fate) {
        int count = 0;
        for (Fate each : fates) {
            count += each == fate ? 1 : 0;
        }
        return count;
    }

    /** Returns why it was not accepted for all; null when it was. */
    public @Nullable MailFailure failure() {
        return failure;
    }

    void refused(int recipient, Reply reply) {
        fates[recipient] = reply.isTemporary() ? Fate.UNSENT : Fate.REFUSED;
        replies[recipient] = reply;
    }

    void accepted(int recipient, long nanos) {
        fates[recipient] = Fate.ACCEPTED;
        acceptedNanos[recipient] = nanos;
        replies[recipient] = null;
    }

    void uncertain(int recipient) {
        fates[recipient] = Fate.UNCERTAIN;
    }

    void failed(MailFailure reason) {
        if (failure == null) {
            failure = reason;
        }
    }

    /** Returns the recipients for whom it may be retried. */
    List<Integer> unsent() {
        List<Integer> unsent = new ArrayList<>();
        for (int i = 0; i < fates.length; i++) {
            if (fates[i] == Fate.UNSENT) {
                unsent.add(i);
            }
        }
        return unsent;
    }

    /** Sets the failure from the first refusal; a permanent one takes precedence over a temporary one. */
    void conclude() {
        for (Fate fate : List.of(Fate.REFUSED, Fate.UNSENT)) {
            for (int i = 0; i < fates.length; i++) {
                Reply reply = replies[i];
                if (fates[i] == fate && reply != null) {
                    failed(reply.failure(recipients.get(i)));
                }
            }
        }
    }
}
