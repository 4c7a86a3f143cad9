// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.load;

/** The database holds data that is not Plateau's, or other data than requested. The message states the remedy. */
public final class DataRefusal extends Exception {
    private static final long serialVersionUID = 1L;

    /** Creates a refusal with a message for the user. */
    public DataRefusal(String message) {
        super(message);
    }

    /** Refuses to change or remove objects of other programs; does nothing for an empty text. */
    static void ofForeign(String names) throws DataRefusal {
        if (!names.isEmpty()) {
            throw new DataRefusal("it would change, remove or collide with objects that do not carry the marker of"
                    + " Plateau: " + names
                    + "; they are left unchanged; give the application a database and a folder of"
                    + " its own");
        }
    }
}
