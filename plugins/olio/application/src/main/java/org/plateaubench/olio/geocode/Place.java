// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.geocode;

/** What a geocoder is asked for; any part may be empty. */
public record Place(String street, String city, String state, String zip) {}
