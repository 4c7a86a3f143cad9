// SPDX-License-Identifier: Apache-2.0
/** The descriptions that installed plugins give, as plain values for forms and pages. */
@NullMarked
package org.plateaubench.app.plugin;

import org.jspecify.annotations.NullMarked;
