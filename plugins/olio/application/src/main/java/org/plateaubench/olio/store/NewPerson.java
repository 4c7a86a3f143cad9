// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.store;

/**
 * A new user.
 *
 * @param userName name, which must not be taken
 * @param password password, stored as a digest
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
    /** Returns the user as text, without the password. */
    @Override
    public String toString() {
        return "NewPerson[userName=" + userName + "]";
    }
}
