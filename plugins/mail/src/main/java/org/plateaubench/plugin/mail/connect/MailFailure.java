// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.connect;

import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Outcome;

/** The failure of an operation: an error class, a message, and whether the connection is lost. */
public final class MailFailure extends Exception {
    private static final long serialVersionUID = 1;

    private final MailError error;
    private final boolean connectionLost;

    /**
     * Creates a failure with a message for the user, without passwords, and with the server's answer if there is one.
     */
    public MailFailure(MailError error, String message, boolean connectionLost) {
        this(error, message, connectionLost, null);
    }

    public MailFailure(MailError error, String message, boolean connectionLost, @Nullable Throwable cause) {
        super(message, cause);
        this.error = error;
        this.connectionLost = connectionLost;
    }

    public String errorClass() {
        return error.title();
    }

    public boolean connectionLost() {
        return connectionLost;
    }

    public boolean leftNoEffect() {
        return error.leavesNoEffect;
    }

    /** Returns this failure with another value of {@link #connectionLost}, which a driver reports for its mailbox only. */
    public MailFailure withConnectionLost(boolean lost) {
        return new MailFailure(error, String.valueOf(getMessage()), lost, this);
    }

    /** Returns its class and its message, for failures that are reported as text only, such as those to connect. */
    @Override
    @SuppressWarnings("OverrideThrowableToString") // operations are counted with the message alone
    public String toString() {
        return error.title() + ": " + getMessage();
    }

    public Outcome outcome() {
        String message = String.valueOf(getMessage());
        return connectionLost ? Outcome.connectionLost(error.title(), message) : Outcome.error(error.title(), message);
    }
}
