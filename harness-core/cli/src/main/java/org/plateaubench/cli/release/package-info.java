// SPDX-License-Identifier: Apache-2.0
/** Creates artifacts for plugin builds and archives of an installation. */
@NullMarked
package org.plateaubench.cli.release;

import org.jspecify.annotations.NullMarked;
