// SPDX-License-Identifier: Apache-2.0
/** What a user of a mail server does in a day, how fast it must be answered, what is counted and what is asked of the counts. */
@NullMarked
package org.plateaubench.plugin.mail.model;

import org.jspecify.annotations.NullMarked;
