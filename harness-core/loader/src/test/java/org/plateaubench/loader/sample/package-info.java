// SPDX-License-Identifier: Apache-2.0
/** Plugins that tests pack into jars. */
@NullMarked
package org.plateaubench.loader.sample;

import org.jspecify.annotations.NullMarked;
