// SPDX-License-Identifier: Apache-2.0
/** Parts of the installation that are loaded only by the commands that need them. */
@NullMarked
package org.plateaubench.app.library;

import org.jspecify.annotations.NullMarked;
