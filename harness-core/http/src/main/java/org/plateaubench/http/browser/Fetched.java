// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.browser;

/**
 * The results of fetching the parts of a page.
 *
 * @param loaded number of parts that were answered with 2xx
 * @param notModified number of parts that were answered with 304
 * @param cached number of parts that were cached and not requested
 * @param bodyBytes bytes of the bodies of loaded parts, as received
 */
public record Fetched(int loaded, int notModified, int cached, long bodyBytes) {}
