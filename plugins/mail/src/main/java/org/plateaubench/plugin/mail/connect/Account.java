// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.connect;

/**
 * One mailbox of a site.
 *
 * @param number from 1; user n of a workload has account n + 1
 * @param login name for signing in
 * @param address mail address
 * @param password password, a secret
 */
public record Account(int number, String login, String address, String password) {
    /** Returns the account as text, without the password. */
    @Override
    public String toString() {
        return address;
    }
}
