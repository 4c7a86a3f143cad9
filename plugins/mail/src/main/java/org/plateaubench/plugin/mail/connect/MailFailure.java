// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.connect;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Outcome;

/** The failure of an operation: an error class, a message, and whether the connection is lost. */
public final class MailFailure extends Exception {
    private static final long serialVersionUID = 1;

    private static final Set<MailError> WITHOUT_EFFECT = Set.of(
            MailError.TLS,
            MailError.AUTHENTICATION,
            MailError.TOO_MANY_CONNECTIONS,
            MailError.REFUSED_FOR_NOW,
            MailError.REFUSED,
            MailError.QUOTA);

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

    /** Returns whether the driver must reconnect. */
    public boolean connectionLost() {
        return connectionLost;
    }

    /** Returns whether the request certainly had no effect: the server refused it, or never received it. */
    public boolean leftNoEffect() {
        return WITHOUT_EFFECT.contains(error);
    }

    /** Returns this failure for a connection that is reopened on demand: the driver need not reconnect. */
    public MailFailure ofOtherConnection() {
        return new MailFailure(error, String.valueOf(getMessage()), false, this);
    }

    /** Returns this failure for a driver that has no connection afterwards. */
    public MailFailure ofLostConnection() {
        return connectionLost ? this : new MailFailure(error, String.valueOf(getMessage()), true, this);
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
