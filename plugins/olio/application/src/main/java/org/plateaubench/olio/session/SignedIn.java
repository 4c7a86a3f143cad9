// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.session;

/**
 * Whose session it is.
 *
 * @param id number of the person
 * @param userName unique
 */
public record SignedIn(int id, String userName) {}
