// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.html;

import org.plateaubench.http.address.WebAddress;

/**
 * A link that a user could follow.
 *
 * @param address its target
 * @param text visible text, blanks normalised
 */
public record Link(WebAddress address, String text) {}
