// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.session;

/**
 * The user of a session.
 *
 * @param id number of the person
 * @param userName unique name
 */
public record SignedIn(int id, String userName) {}
