// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.user;

import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.mail.content.CalendarEvent;
import org.plateaubench.plugin.mail.session.Outgoing;

/**
 * The content that an operation will send, made before its time begins.
 *
 * @param operation index of the operation
 * @param message message to submit; null for none
 * @param event event to create; null for none
 */
record Draft(
        int operation, @Nullable Outgoing message, @Nullable CalendarEvent event) {}
