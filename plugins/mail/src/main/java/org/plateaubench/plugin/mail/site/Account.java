// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.site;

/**
 * One mailbox of a site.
 *
 * @param number from 1; user n of a workload has account n + 1
 * @param login what it signs in as
 * @param address where mail for it is sent to
 * @param password secret
 */
public record Account(int number, String login, String address, String password) {
    /** Leaves out the password. */
    @Override
    public String toString() {
        return address;
    }
}
