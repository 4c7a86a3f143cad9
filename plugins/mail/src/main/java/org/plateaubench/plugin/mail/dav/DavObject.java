// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.dav;

/**
 * An event or a card as a server has it.
 *
 * @param name the last part of its path, such as {@code 17.ics}
 * @param etag as the server says it, quotes included; empty where it said none
 * @param text iCalendar or vCard
 */
public record DavObject(String name, String etag, String text) {}
