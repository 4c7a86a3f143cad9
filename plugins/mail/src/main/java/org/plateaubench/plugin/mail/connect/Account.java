// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.connect;

/** One mailbox of a site. Numbers begin with 1: user n of a workload, from 0, has account n + 1. */
public record Account(int number, String login, String address, String password) {
    /** Returns the account as text, without the password. */
    @Override
    public String toString() {
        return address;
    }
}
