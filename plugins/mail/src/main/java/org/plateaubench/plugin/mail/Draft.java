// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail;

import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.mail.content.CalendarEvent;

/**
 * What an operation will send, made before its time begins.
 *
 * @param operation index of the operation that it is for
 * @param message to be submitted; null for none
 * @param event to be entered; null for none
 */
record Draft(
        int operation, @Nullable Outgoing message, @Nullable CalendarEvent event) {}
