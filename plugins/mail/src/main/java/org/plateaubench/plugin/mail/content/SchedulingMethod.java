// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.content;

/** What a calendar object that is sent asks for (RFC 5546, 1.4); the name is as on the wire. */
public enum SchedulingMethod {
    /** Come. */
    REQUEST,
    /** Yes or no. */
    REPLY
}
