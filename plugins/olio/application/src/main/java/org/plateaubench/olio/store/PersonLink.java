// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.store;

/**
 * A person in lists and clouds.
 *
 * @param id number of the row and of the picture
 * @param userName unique name
 */
public record PersonLink(int id, String userName) {}
