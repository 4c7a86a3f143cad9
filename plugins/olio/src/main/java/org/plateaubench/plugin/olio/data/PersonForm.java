// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.data;

import java.time.LocalDateTime;
import org.plateaubench.plugin.olio.data.PersonForm.AddressForm;

/** The form of a new user. The password is the person's number; the email address is in a domain for examples. */
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

    /** The address fields of a form; the second street may be empty. */
    public record AddressForm(String street1, String street2, String city, String state, String zip, String country) {}

    /** The form of a new event, whose start is local to its time zone. */
    public record EventForm(
            String title,
            String summary,
            String description,
            String telephone,
            String timeZone,
            LocalDateTime startsAt,
            AddressForm address) {}
}
