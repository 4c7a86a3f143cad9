// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.connect;

import java.util.Set;
import org.plateaubench.api.Outcome;

/** The failure of an operation: an error class, a message, and whether the connection is lost. */
public final class MailFailure extends Exception {
    private static final long serialVersionUID = 1;

    private static final Set<String> WITHOUT_EFFECT = Set.of(
            MailError.TLS.title(),
            MailError.AUTHENTICATION.title(),
            MailError.TOO_MANY_CONNECTIONS.title(),
            MailError.REFUSED_FOR_NOW.title(),
            MailError.REFUSED.title(),
            MailError.QUOTA.title());

    private final String errorClass;
    private final boolean connectionLost;

    /**
     * Creates a failure.
     *
     * @param errorClass one of {@link MailError}
     * @param message message for the user, without passwords; the server's answer, if any
     */
    public MailFailure(MailError errorClass, String message, boolean connectionLost) {
        super(message);
        this.errorClass = errorClass.title();
        this.connectionLost = connectionLost;
    }

    /** Creates a failure with a cause, for its message. */
    public MailFailure(MailError errorClass, String message, boolean connectionLost, Throwable cause) {
        super(message, cause);
        this.errorClass = errorClass.title();
        this.connectionLost = connectionLost;
    }

    private MailFailure(String errorClass, String message, boolean connectionLost, Throwable cause) {
        super(message, cause);
        this.errorClass = errorClass;
        this.connectionLost = connectionLost;
    }

    /** Returns the error class under which it is counted. */
    public String errorClass() {
        return errorClass;
    }

    /** Returns whether the driver must reconnect. */
    public boolean connectionLost() {
        return connectionLost;
    }

    /** Returns whether the request certainly had no effect: the server refused it, or never received it. */
    public boolean leftNoEffect() {
        return WITHOUT_EFFECT.contains(errorClass);
    }

    /** Returns this failure for a connection that is reopened on demand: the driver need not reconnect. */
    public MailFailure ofOtherConnection() {
        return new MailFailure(errorClass, String.valueOf(getMessage()), false, this);
    }

    /** Returns this failure for a driver that has no connection afterwards. */
    public MailFailure ofLostConnection() {
        return connectionLost ? this : new MailFailure(errorClass, String.valueOf(getMessage()), true, this);
    }

    /** Returns its class and its message, for failures that are reported as text only, such as those to connect. */
    @Override
    @SuppressWarnings("OverrideThrowableToString") // operations are counted with the message alone
    public String toString() {
        return errorClass + ": " + getMessage();
    }

    /** Returns the outcome of an operation that failed with it. */
    public Outcome outcome() {
        String message = String.valueOf(getMessage());
        return connectionLost ? Outcome.connectionLost(errorClass, message) : Outcome.error(errorClass, message);
    }
}
