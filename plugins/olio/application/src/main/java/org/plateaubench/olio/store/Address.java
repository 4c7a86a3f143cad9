// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.store;

/**
 * The address of a person or an event.
 *
 * @param street2 may be empty
 * @param latitude degrees north
 * @param longitude degrees east
 */
public record Address(
        String street1,
        String street2,
        String city,
        String state,
        String zip,
        String country,
        double latitude,
        double longitude) {}
