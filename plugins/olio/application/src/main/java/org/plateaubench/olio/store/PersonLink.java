// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.store;

/**
 * A person as lists and clouds show one.
 *
 * @param id number of the row and of the picture
 * @param userName unique
 */
public record PersonLink(int id, String userName) {}
