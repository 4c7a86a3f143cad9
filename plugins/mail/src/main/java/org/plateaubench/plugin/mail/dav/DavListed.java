// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.dav;

/**
 * An event or a card in a listing.
 *
 * @param name the last part of its path
 * @param etag as the server says it, quotes included
 */
public record DavListed(String name, String etag) {}
