// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.html;

import static org.apiguardian.api.API.Status.EXPERIMENTAL;

import org.apiguardian.api.API;
import org.plateaubench.http.address.WebAddress;

/**
 * A link that a user could follow.
 *
 * @param address its target
 * @param text visible text, blanks normalised
 */
@API(status = EXPERIMENTAL, since = "0.1")
public record Link(WebAddress address, String text) {}
