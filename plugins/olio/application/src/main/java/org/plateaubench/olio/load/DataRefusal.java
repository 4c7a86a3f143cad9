// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.load;

/** The database holds data that is not Plateau's, or other data than requested. The message states the remedy. */
public final class DataRefusal extends Exception {
    private static final long serialVersionUID = 1L;

    /** Creates a refusal with a message for the user. */
    public DataRefusal(String message) {
        super(message);
    }
}
