// SPDX-License-Identifier: Apache-2.0
/** The model of a mail user: a day's operations, limits of response times, counters and the checks of the counts. */
@NullMarked
package org.plateaubench.plugin.mail.model;

import org.jspecify.annotations.NullMarked;
