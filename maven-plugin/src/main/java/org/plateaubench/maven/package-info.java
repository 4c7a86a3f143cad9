// SPDX-License-Identifier: Apache-2.0
/** Goals of the Maven plugin. Each run is executed in a separate process by the launcher of an installation. */
@NullMarked
package org.plateaubench.maven;

import org.jspecify.annotations.NullMarked;
