// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.data;

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
