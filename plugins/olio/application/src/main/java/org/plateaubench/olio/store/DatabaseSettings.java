// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.store;

/**
 * Where the data is.
 *
 * @param url of JDBC, for H2, PostgreSQL or MariaDB
 * @param user empty for none
 * @param password empty for none
 * @param connections most connections at once, at least 1
 */
public record DatabaseSettings(String url, String user, String password, int connections) {
    /** Leaves out the password. */
    @Override
    public String toString() {
        return "DatabaseSettings[url=" + url + ", user=" + user + ", connections=" + connections + "]";
    }
}
