// SPDX-License-Identifier: Apache-2.0
/** Installed plugins and their documentation. */
@NullMarked
package org.plateaubench.web.plugins;

import org.jspecify.annotations.NullMarked;
