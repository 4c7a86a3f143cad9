// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.store;

/**
 * Somebody who wants to be registered.
 *
 * @param userName must not be taken
 * @param password kept as a digest
 */
public record NewPerson(
        String userName,
        String password,
        String firstName,
        String lastName,
        String email,
        String telephone,
        String summary,
        String timeZone,
        Address address) {
    /** Leaves out the password. */
    @Override
    public String toString() {
        return "NewPerson[userName=" + userName + "]";
    }
}
