// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.data;

import java.time.LocalDateTime;
import org.plateaubench.plugin.olio.data.PersonForm.AddressForm;

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
        AddressForm address) {

    /**
     * The address fields of a form.
     *
     * @param street1 number and street
     * @param street2 empty for every other address
     * @param city 4 to 14 letters
     * @param state 2 letters
     * @param zip 5 digits
     * @param country USA for every other address
     */
    public record AddressForm(String street1, String street2, String city, String state, String zip, String country) {}

    /**
     * The form of a new event.
     *
     * @param title 15 to 20 characters
     * @param summary 50 to 90 characters
     * @param description 50 to 495 characters
     * @param telephone digits and dashes
     * @param timeZone name of a zone
     * @param startsAt today to 540 days from now, 7:00 to 21:45 at a quarter of an hour
     * @param address address of the event
     */
    public record EventForm(
            String title,
            String summary,
            String description,
            String telephone,
            String timeZone,
            LocalDateTime startsAt,
            AddressForm address) {}
}
