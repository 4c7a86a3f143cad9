// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.dav;

/**
 * An event or a card in a listing.
 *
 * @param name last part of its path
 * @param etag ETag from the server, including quotes
 */
public record DavListed(String name, String etag) {}
