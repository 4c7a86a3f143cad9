// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.browser;

import static org.apiguardian.api.API.Status.EXPERIMENTAL;

import org.apiguardian.api.API;

/**
 * What became of the parts of a page.
 *
 * @param loaded answered 2xx
 * @param notModified answered 304
 * @param cached not asked for, since the cache model had them
 * @param bodyBytes bytes of the bodies of those loaded, as they came
 */
@API(status = EXPERIMENTAL, since = "0.1")
public record Fetched(int loaded, int notModified, int cached, long bodyBytes) {}
