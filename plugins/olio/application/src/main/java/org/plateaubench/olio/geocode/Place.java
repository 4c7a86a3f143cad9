// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.geocode;

/** The address in a geocoder's request; any part may be empty. */
public record Place(String street, String city, String state, String zip) {}
