// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.store;

/**
 * A registered user.
 *
 * @param link number and name
 * @param timeZone name of a zone
 */
public record Person(
        PersonLink link,
        String firstName,
        String lastName,
        String email,
        String telephone,
        String summary,
        String timeZone,
        Address address) {}
