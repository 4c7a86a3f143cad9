// SPDX-License-Identifier: Apache-2.0
/** Maven builds of projects that use Plateau. */
@NullMarked
package org.plateaubench.maven;

import org.jspecify.annotations.NullMarked;
