// SPDX-License-Identifier: Apache-2.0
/** The descriptions of installed plugins, as plain values for forms and pages. */
@NullMarked
package org.plateaubench.app.plugin;

import org.jspecify.annotations.NullMarked;
