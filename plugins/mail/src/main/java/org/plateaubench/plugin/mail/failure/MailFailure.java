// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.failure;

import org.plateaubench.api.Outcome;

/** An operation that failed, in the words of a result: an error class, a message, and whether the connection is lost. */
public final class MailFailure extends Exception {
    private static final long serialVersionUID = 1;

    private final String errorClass;
    private final boolean connectionLost;

    /**
     * A failure.
     *
     * @param errorClass one of {@link MailError}
     * @param message for a person, without passwords; what the server said, where it said something
     */
    public MailFailure(MailError errorClass, String message, boolean connectionLost) {
        super(message);
        this.errorClass = errorClass.title();
        this.connectionLost = connectionLost;
    }

    /** With the cause kept for its own message. */
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

    /** The name under which it is counted. */
    public String errorClass() {
        return errorClass;
    }

    /** Whether the driver must connect again. */
    public boolean connectionLost() {
        return connectionLost;
    }

    /** The same, of a connection that is made anew when it is needed: the driver has lost nothing by it. */
    public MailFailure ofOtherConnection() {
        return new MailFailure(errorClass, String.valueOf(getMessage()), false, this);
    }

    /** The same, after which the driver has no connection. */
    public MailFailure ofLostConnection() {
        return connectionLost ? this : new MailFailure(errorClass, String.valueOf(getMessage()), true, this);
    }

    /** Its class and its message, for failures that are told as text only, such as those to connect. */
    @Override
    public String toString() {
        return errorClass + ": " + getMessage();
    }

    /** What an operation that ended by it says. */
    public Outcome outcome() {
        String message = String.valueOf(getMessage());
        return connectionLost ? Outcome.connectionLost(errorClass, message) : Outcome.error(errorClass, message);
    }
}
