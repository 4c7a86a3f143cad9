// SPDX-License-Identifier: Apache-2.0
/** Archives of plugins, and the folder that they are installed into. */
@NullMarked
package org.plateaubench.app.install;

import org.jspecify.annotations.NullMarked;
