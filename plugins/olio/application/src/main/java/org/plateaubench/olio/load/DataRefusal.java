// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.load;

/** What is in the database is not ours to touch, or not what was asked for. The message says what to do. */
public final class DataRefusal extends Exception {
    private static final long serialVersionUID = 1L;

    /** With a sentence for a person. */
    public DataRefusal(String message) {
        super(message);
    }
}
