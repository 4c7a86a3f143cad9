// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.dav;

/**
 * An event or a card on a server.
 *
 * @param name last part of its path, such as {@code 17.ics}
 * @param etag ETag from the server, including quotes; empty without one
 * @param text iCalendar or vCard
 */
public record DavObject(String name, String etag, String text) {}
