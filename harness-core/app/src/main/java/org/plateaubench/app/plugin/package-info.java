// SPDX-License-Identifier: Apache-2.0
/** What installed plugins say of themselves, as plain values for forms and pages. */
@NullMarked
package org.plateaubench.app.plugin;

import org.jspecify.annotations.NullMarked;
