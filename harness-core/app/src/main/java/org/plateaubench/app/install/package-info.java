// SPDX-License-Identifier: Apache-2.0
/** Archives of plugins, and the folder in which they are installed. */
@NullMarked
package org.plateaubench.app.install;

import org.jspecify.annotations.NullMarked;
