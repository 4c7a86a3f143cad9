// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.data;

/**
 * The form of a new user.
 *
 * @param userName unique name from {@link Names}
 * @param password the user's number
 * @param firstName 2 to 12 letters
 * @param lastName 5 to 15 letters
 * @param email an address in a domain that is reserved for examples
 * @param telephone digits and dashes
 * @param summary 250 to 2,500 characters
 * @param timeZone name of a zone
 * @param address where the user lives
 */
public record PersonForm(
        String userName,
        String password,
        String firstName,
        String lastName,
        String email,
        String telephone,
        String summary,
        String timeZone,
        AddressForm address) {}
