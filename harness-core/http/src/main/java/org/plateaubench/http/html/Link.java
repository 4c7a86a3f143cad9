// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.html;

import org.plateaubench.http.address.WebAddress;

/**
 * A link that a user can follow.
 *
 * @param address target of the link
 * @param text visible text, with normalised blanks
 */
public record Link(WebAddress address, String text) {}
